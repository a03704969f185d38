/** The channel workers listen on: a job is due, or one they hold was canceled. */
export const jobChannel = 'jobs';
