// Every unusual name in every path, of which the tier "behavior" tries a sample in each.
import './paths.test.ts';
