// More tables in every format than in the tier "behavior".
import './round-trip.test.ts';
