import LampDesk from 'lucide-react/icons/lamp-desk'
import Package from 'lucide-react/icons/package'
import Search from 'lucide-react/icons/search'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import Tag from 'lucide-react/icons/tag'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Icon } from '#shui/icon/icon.tsx'
import styles from './frame.module.css'
import { brandName } from './words.ts'

export interface FrameModel {
  /** Anti-forgery token of forms. */
  token: string
  buyer: string | null
  /** Units in the basket. */
  basket: number
  /** Current URL, to return to. */
  here: string
  words: string
  now: Date
  files: { style: string; script: string }
}

export interface Notice {
  tone: 'good' | 'bad'
  text: string
}

interface FrameProps {
  frame: FrameModel
  title: string
  children: ReactNode
  notice?: Notice | null
}

export function Frame({ frame, title, children, notice }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} · ${brandName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href={frame.files.style} />
        <link rel="icon" href="data:," />
        <script src={frame.files.script} defer />
      </head>
      <body>
        <a className={styles.skip} href="#main">
          To the content
        </a>
        <header className={styles.header}>
          <div className={styles.bar}>
            <a className={styles.brand} href="/">
              <Icon as={LampDesk} size={24} />
              {brandName}
            </a>
            <form className={styles.search} action="/search" role="search">
              <input
                type="search"
                name="q"
                defaultValue={frame.words}
                placeholder="Search the market"
                aria-label="Search the market"
              />
              <button type="submit" aria-label="Search">
                <Icon as={Search} size={16} />
              </button>
            </form>
            <nav className={styles.links} aria-label="Yours">
              <a href="/orders">
                <Icon as={Package} size={16} />
                Orders
              </a>
              <a href="/offers">
                <Icon as={Tag} size={16} />
                Offers
              </a>
              <a href="/basket">
                <Icon as={ShoppingBasket} size={16} />
                Basket
                {frame.basket > 0 ? <span className={styles.count}>{frame.basket}</span> : null}
              </a>
              {frame.buyer === null ? (
                <a href={`/sign-in?next=${encodeURIComponent(frame.here)}`}>
                  <Icon as={UserRound} size={16} />
                  Sign in
                </a>
              ) : (
                <form action="/sign-out" method="post" className={styles.who}>
                  <Token frame={frame} />
                  <span>
                    <Icon as={UserRound} size={16} />
                    {frame.buyer}
                  </span>
                  <Button type="submit" kind="quiet" size="small">
                    Sign out
                  </Button>
                </form>
              )}
            </nav>
          </div>
        </header>
        <main id="main" className={styles.main}>
          {notice ? (
            <p role={notice.tone === 'bad' ? 'alert' : 'status'} className={styles.notice} data-tone={notice.tone}>
              {notice.text}
            </p>
          ) : null}
          {children}
        </main>
        <footer className={styles.footer}>
          <p>
            {brandName} is an example: nothing here is for sale, no payment is real, and names are made up. What you
            order arrives in the Seller Hub.
          </p>
        </footer>
      </body>
    </html>
  )
}

export function Token({ frame }: { frame: FrameModel }) {
  return <input type="hidden" name="token" value={frame.token} />
}
