// Texts of the order pages, in one file for the browser.
export { afterSale } from './after-sale.ts'
export { fulfilment } from './fulfilment.ts'
export { talk } from './talk.ts'
