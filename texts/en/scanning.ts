export const scanning = {
  'scanning.enter': 'Enter',
  'scanning.camera': 'Scan with the camera',
  'scanning.camera.https':
    'Browsers allow the camera over a secure connection only. Open this page at an address that begins with https://.',
  'scanning.camera.refused': 'The camera cannot be used. Allow it for this site in your browser’s settings.',
  'scanning.trouble.no-connection': 'No connection. Your scans are kept.',
  'scanning.trouble.signed-out': 'You are signed out. Sign in again to send your scans.',
  'scanning.waiting':
    '{n, plural, one {# scan will be sent when the connection is back.} other {# scans will be sent when the connection is back.}}',
} as const
