// Larger workbooks than the tier "behavior" reads.
import './read-xlsx.test.ts';
