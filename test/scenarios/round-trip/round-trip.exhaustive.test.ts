// More catalogs, of which the tier "behavior" tries two.
import './round-trip.test.ts';
