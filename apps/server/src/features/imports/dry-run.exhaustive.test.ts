// More files, of which the tier "behavior" tries four.
import './dry-run.test.ts';
