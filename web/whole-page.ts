const parameter = 'whole'

/** Whether to send the page in one piece, after its slowest part: for readers without scripts. */
export function wantsWholePage(url: URL): boolean {
  return url.searchParams.get(parameter) === '1'
}

export function wholePageHref({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search)
  params.set(parameter, '1')
  return `${pathname}?${params}`
}
