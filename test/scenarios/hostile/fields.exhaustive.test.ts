// Every hostile value in every field, of which the tier "behavior" tries a sample in each.
import './fields.test.ts';
