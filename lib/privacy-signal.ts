export interface BrowserSignals {
  readonly globalPrivacyControl?: unknown
  readonly doNotTrack?: unknown
}

/** Whether the browser opts out of tracking: Global Privacy Control, or the older Do Not Track. */
export function refusesTracking({ globalPrivacyControl, doNotTrack }: BrowserSignals): boolean {
  return globalPrivacyControl === true || globalPrivacyControl === '1' || doNotTrack === '1' || doNotTrack === 'yes'
}

/** The same from a request's headers: `Sec-GPC: 1` or `DNT: 1`. */
export function refusesTrackingByHeader(headers: { get: (name: string) => string | null }): boolean {
  return refusesTracking({
    globalPrivacyControl: headers.get('sec-gpc')?.trim(),
    doNotTrack: headers.get('dnt')?.trim(),
  })
}
