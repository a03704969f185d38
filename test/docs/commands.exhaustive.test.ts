import { describeGuide } from './describe-guide.ts';

describeGuide('docs/guides/exporting.md');
describeGuide('docs/guides/assistants.md');
