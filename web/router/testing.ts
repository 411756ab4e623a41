// What tests of components render in.
export { createRoutesStub, MemoryRouter } from 'react-router'
