import { describeGuide } from './describe-guide.ts';

describeGuide('docs/guides/channels.md');
