import { useFetcher } from 'react-router'

/**
 * Reads a page's data while another page stands. It is all that is used of the router's fetchers (`.oxlintrc.json`): what they
 * send goes past it (`use-send-aside.ts`).
 */
export function useReading<Page>(): Pick<ReturnType<typeof useFetcher<Page>>, 'load' | 'data' | 'state'> {
  return useFetcher<Page>()
}
