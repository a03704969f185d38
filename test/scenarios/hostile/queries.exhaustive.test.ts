// Every hostile text in every parameter, of which the tier "behavior" tries a sample in each.
import './queries.test.ts';
