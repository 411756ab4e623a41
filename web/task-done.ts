const tasksDone = ['accepted', 'refunded', 'answered', 'decided'] as const
export type TaskDone = (typeof tasksDone)[number]

export const findTaskDone = (text: string | null): TaskDone | null => tasksDone.find((done) => done === text) ?? null
