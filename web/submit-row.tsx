import { Button, type ButtonProps } from '#shui/button/button.tsx'

/** The button that sends its form, in a row of its own. */
export const SubmitRow = (button: Omit<ButtonProps, 'type'>) => (
  <div>
    <Button type="submit" {...button} />
  </div>
)
