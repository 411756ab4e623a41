import { listRoute } from './lists.server.ts'

export const action = listRoute('views')
