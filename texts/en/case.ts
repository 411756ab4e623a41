// What the page of a case speaks, in one file for the browser.
export { cases } from './cases.ts'
export { talk } from './talk.ts'
