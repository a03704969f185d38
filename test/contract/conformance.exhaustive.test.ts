// Every check of every operation, of which the tier "behavior" makes every third.
import './conformance.test.ts';
