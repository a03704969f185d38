import { describeGuide } from './describe-guide.ts';

describeGuide('docs/guides/calling-the-api.md');
