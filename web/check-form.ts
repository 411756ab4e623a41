/** Header of a preflight for a form: the guard checks session and token and answers 204 without running the action. */
export const checkHeader = 'x-check-form'
