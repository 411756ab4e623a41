// What the pages of an order speak, in one file for the browser.
export { afterSale } from './after-sale.ts'
export { fulfilment } from './fulfilment.ts'
export { talk } from './talk.ts'
