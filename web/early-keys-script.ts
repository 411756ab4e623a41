/**
 * Inline script that records unhandled `j` and `k` until the client code has loaded;
 * `features/machinery/grid/hub-grid.tsx` replays them.
 */
export const keepEarlyKeys = `addEventListener('keydown',function(e){if(/^[jk]$/.test(e.key)&&!(e.defaultPrevented||e.ctrlKey||e.metaKey||e.altKey)&&!e.target.closest('input,select,textarea,[contenteditable]'))window.hubEarlyKeys=(window.hubEarlyKeys||[]).slice(-9).concat({key:e.key,at:e.timeStamp})})`
