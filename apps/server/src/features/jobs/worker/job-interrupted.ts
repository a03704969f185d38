/**
 * Why a run is to end before its work is done: the job is no longer this worker's (it was canceled, or another worker
 * took it over), or the process ends.
 */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
  readonly reason: 'lost' | 'stopping';

  constructor(reason: 'lost' | 'stopping') {
    super(reason === 'lost' ? 'The job was canceled or taken over by another worker.' : 'The process is stopping.');
    this.reason = reason;
  }
}
