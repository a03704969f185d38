// Every check of every operation, of which the tier "behavior" makes every sixth.
import './conformance.test.ts';
