// What renders and serves pages.
export { createStaticRouter, StaticRouterProvider } from 'react-router'
