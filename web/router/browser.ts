// What starts the router in the browser.
export { HydratedRouter } from 'react-router/dom'
