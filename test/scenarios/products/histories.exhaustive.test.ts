// More histories than the tier "behavior" tries.
import './histories.test.ts';
