import { hasMongo, startMongo } from '@product-content/test-support/servers/mongo-server';
import { describeDispatch } from '#testing/jobs/describe-dispatch.ts';

describeDispatch({ place: 'MongoDB', isHere: hasMongo, startServer: startMongo });
