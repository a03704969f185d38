// More series of writes than the tier "behavior" tries.
import './completeness-events.test.ts';
