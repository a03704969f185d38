// More bodies and values for every operation than in the tier "behavior".
import './any-json.test.ts';
