// Every malformed body to every operation, of which the tier "behavior" sends a sample to each.
import './bodies.test.ts';
