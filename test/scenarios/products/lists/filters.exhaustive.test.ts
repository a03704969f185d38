// Every pair of filters, of which the tier "behavior" tries a sample.
import './filters.test.ts';
