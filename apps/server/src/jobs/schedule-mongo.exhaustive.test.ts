import { hasMongo, startMongo } from '@product-content/test-support/servers/mongo-server';
import { describeSchedule } from '#testing/jobs/describe-schedule.ts';

describeSchedule({ place: 'MongoDB', isHere: hasMongo, startServer: startMongo });
