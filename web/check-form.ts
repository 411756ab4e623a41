/** The header of a form that is not sent yet: the guard judges sender and token, answers 204, and nothing is done. */
export const checkHeader = 'x-check-form'
