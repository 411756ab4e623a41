/**
 * A script in itself, for the first document of a reader: keeps `j` and `k` that nothing has taken, from before the client code is there.
 * `features/machinery/grid/early-keys.ts` takes them.
 */
export const keepEarlyKeys = `addEventListener('keydown',function(e){if(/^[jk]$/.test(e.key)&&!(e.defaultPrevented||e.ctrlKey||e.metaKey||e.altKey)&&!e.target.closest('input,select,textarea,[contenteditable]'))window.hubEarlyKeys=(window.hubEarlyKeys||[]).slice(-9).concat({key:e.key,at:e.timeStamp})})`
