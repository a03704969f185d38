// More arguments for every tool than in the tier "behavior".
import './tool-schemas.test.ts';
