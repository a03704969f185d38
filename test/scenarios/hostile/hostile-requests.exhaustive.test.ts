// Accepted requests as large as a body may be, which are smaller in the tier "behavior".
import './hostile-requests.test.ts';
