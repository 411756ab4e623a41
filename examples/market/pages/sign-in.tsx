import { Button, ButtonLink } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import styles from './basket.module.css'
import { Frame, Token, type FrameModel } from './frame.tsx'

export interface SignInProps {
  frame: FrameModel
  next: string
  error: string | null
}

const demoNames = ['anna', 'ben', 'cleo', 'dmitri'] as const

/** Chooses a demo user; the example has no passwords. */
export function SignInPage({ frame, next, error }: SignInProps) {
  return (
    <Frame frame={frame} title="Sign in">
      <h1 className={styles.title}>Who are you today?</h1>
      <section className={styles.panel}>
        <p className={styles.demo}>
          <strong>This is a demo: there are no passwords.</strong> Whoever chooses the same name sees the same orders.
        </p>
        <form action="/sign-in" method="post" className={styles.names}>
          <Token frame={frame} />
          <input type="hidden" name="next" value={next} />
          {demoNames.map((name) => (
            <Button key={name} type="submit" name="buyer" value={name}>
              {name}
            </Button>
          ))}
        </form>
        <form action="/sign-in" method="post" className={styles.names}>
          <Token frame={frame} />
          <input type="hidden" name="next" value={next} />
          <TextField
            label="Or another name"
            hint="Two to twenty small letters and digits"
            name="buyer"
            required
            pattern="[a-z0-9]{2,20}"
            autoCapitalize="none"
            autoComplete="username"
            error={error}
          />
          <Button type="submit" kind="primary">
            Sign in
          </Button>
        </form>
      </section>
    </Frame>
  )
}

export interface ProblemProps {
  frame: FrameModel
  title: string
  text: string
}

export function ProblemPage({ frame, title, text }: ProblemProps) {
  return (
    <Frame frame={frame} title={title}>
      <h1 className={styles.title}>{title}</h1>
      <p>{text}</p>
      <p className={styles.back}>
        <ButtonLink href="/">To the market</ButtonLink>
      </p>
    </Frame>
  )
}
