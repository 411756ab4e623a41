import { redirect } from 'react-router'

// What pages, loaders and actions use of the router. Only this folder imports it, and nobody uses `useFetcher` or
// `useSubmit` (decision 86).
export {
  createContext,
  data,
  Form,
  isRouteErrorResponse,
  Link,
  NavigationType,
  Outlet,
  redirect,
  RouterContextProvider,
  ScrollRestoration,
  useActionData,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'

/** Tells scripts to replace the page in the browser's history. */
export const replaceHeader = 'X-Replace'

/** A redirect that takes the place of the page in the browser's history. */
export function replace(to: string): Response {
  return redirect(to, { headers: { [replaceHeader]: '1' } })
}
