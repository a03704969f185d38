// Every check, of which the tier "behavior" makes those of one operation.
import './contract-kit.test.ts';
