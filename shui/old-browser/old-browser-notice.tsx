import { useShui } from '../context.tsx'

/** Cookie set when the notice is dismissed, for 400 days; the server may then omit the notice. */
export const oldBrowserCookie = 'shui-old-browser'

export interface OldBrowserNoticeProps {
  /** "Seller Hub no longer supports this browser. Update it for a better experience." */
  text: string
  nonce?: string
}

/*
 * The client code does not run where this shows, so everything is here: ES5, no modules, colours without variables. The page
 * decides on the server whether to draw it (`isOldBrowser` of lib/old-browser.ts).
 */
const script = `(function(d){var n=d.getElementById('shui-old-browser');if(!n)return;
try{if(/(^|; )${oldBrowserCookie}=closed/.test(d.cookie)){n.style.display='none';return}}catch(e){}
n.getElementsByTagName('button')[0].onclick=function(){n.style.display='none';try{
d.cookie='${oldBrowserCookie}=closed; Path=/; SameSite=Lax; Expires='+new Date(+new Date()+34560000000).toUTCString()+(location.protocol==='https:'?'; Secure':'')}catch(e){}}})(document)`

const style = `#shui-old-browser{padding:10px 16px;border-bottom:1px solid #8a5200;background:#fdf2dd;color:#15171c;font:14px/1.45 sans-serif}
#shui-old-browser button{margin-left:12px;padding:4px 12px;border:1px solid #8a5200;border-radius:4px;background:#fff;color:#15171c;font:inherit;cursor:pointer}`

/** Notice for unsupported browsers, in server HTML with a few lines of ES5. */
export function OldBrowserNotice({ text, nonce }: OldBrowserNoticeProps) {
  const { labels } = useShui()
  return (
    <>
      <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: style }} />
      <div id="shui-old-browser" role="region" aria-label={text} suppressHydrationWarning>
        <span>{text}</span> <button type="button">{labels.close}</button>
      </div>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
    </>
  )
}
