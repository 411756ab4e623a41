/** Schema of the job queue, next to the hub's, so that hubs sharing a database do not run each other's jobs. */
export const jobsSchema = (schema: string) => `${schema}_jobs`
