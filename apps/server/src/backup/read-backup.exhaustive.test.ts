// Every bit of a backup, of which the tier "behavior" changes a sample.
import './read-backup.test.ts';
