import { Folded } from '#features/machinery/file-runs/folded-form.tsx'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, SelectField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { useSending } from '#web/use-sending.ts'
import type { KindModel } from './kind-model.ts'
import styles from './uploads.module.css'

interface Props {
  model: KindModel
  error: string | undefined
}

/** The page of a file whose subject the seller says. */
export function UnsortedFile(props: Props) {
  const { name, why } = props.model
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={name}
        name={t('common.uploadFile')}
        note={why}
        before={<BackToList href={paths.uploads}>{t('common.uploadFile')}</BackToList>}
      />
      <KindForm {...props} />
    </>
  )
}

/** Above the review of a file: what it was taken for, and why. */
export const TakenFor = (props: Props) => {
  const { t } = useTexts()
  return (
    <Folded title={props.model.why} hint={t('uploads.else')} isOpen={props.error !== undefined}>
      <KindForm {...props} />
    </Folded>
  )
}

function KindForm({ model: { id, isTaken, chosen, kinds, places, locations }, error }: Props) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <PageForm className={styles.kinds}>
      <input type="hidden" name="file" value={id} />
      <FormErrors errors={error === undefined ? {} : { form: error }} />
      <fieldset className={styles.kinds}>
        <legend>{t('uploads.kind.legend')}</legend>
        {kinds.map(({ value, label, hint }) => (
          <Checkbox
            key={value}
            type="radio"
            name="kind"
            value={value}
            label={label}
            hint={hint}
            required
            defaultChecked={!isTaken && value === chosen}
          />
        ))}
      </fieldset>
      {places.length > 0 ? (
        <SelectField label={t('uploads.places.of')} hint={t('uploads.places')} name="place" options={places} />
      ) : null}
      {locations.length > 0 ? (
        <SelectField
          label={t('uploads.location')}
          hint={t('uploads.location.hint')}
          name="location"
          options={locations}
        />
      ) : null}
      <p className={styles.steps}>
        <Button type="submit" name="step" value="take" kind={isTaken ? 'secondary' : 'primary'} disabled={isSending}>
          {t('uploads.continue')}
        </Button>
        {isTaken ? null : (
          <Button type="submit" name="step" value="discard" formNoValidate disabled={isSending}>
            {t('uploads.discard')}
          </Button>
        )}
      </p>
    </PageForm>
  )
}
