import { isOneOf } from '#lib/is-one-of.ts'
import { isRunOpen, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { broughtIn, recordUploadOf } from '#features/machinery/records/record-plan.ts'
import { uploadHref } from '../runs/runs-view.ts'
import type { FileSize } from './uploaded-files.server.ts'

interface UploadedFileModel {
  id: string
  name: string
  href: string
  /** "eBay orders report, uploaded 5 minutes ago". */
  note: string
  status: { tone: StatusTone; text: string }
  /** Text about the check, or about the outcome. */
  result: string
}

export interface UploadsModel {
  files: UploadedFileModel[]
  /** Files that can be brought in together. */
  ready: number
  isOpen: boolean
}

const tones: Readonly<Partial<Record<FileRun['state'], StatusTone>>> = {
  DONE: 'good',
  DONE_WITH_ERRORS: 'warn',
  FAILED: 'bad',
}

const isBroughtIn = ({ kind, state }: FileRun): boolean => state === 'CREATED' && isOneOf(broughtIn, kind)

const isChecked = (run: FileRun): boolean => recordUploadOf(run)?.plan.isChecked ?? false

export function uploadsModel(
  { files, sizes }: { files: readonly FileRun[]; sizes: ReadonlyMap<string, FileSize> },
  { texts, now }: { texts: Texts; now: Date },
): UploadsModel {
  const { t, number } = texts
  return {
    files: files.map((run) => {
      const { id, kind, state, totalRows, doneRows, errorRows } = run
      const size = sizes.get(id) ?? { fresh: 0, problems: 0, same: 0, left: 0 }
      const isBeingChecked = isRunOpen(state) && !isChecked(run)
      return {
        id,
        name: run.fileName,
        href: uploadHref(run),
        note: t('movingIn.file', { kind, at: momentWords(run.madeAt, now, texts) }),
        status: {
          tone: tones[state] ?? 'neutral',
          text: t('movingIn.state', { state: isBeingChecked ? 'CHECKING' : kind === 'unsorted' ? 'UNSORTED' : state }),
        },
        result:
          state === 'CREATED' && sizes.has(id)
            ? t('movingIn.found', { kind, ...size })
            : isChecked(run) || kind === 'transactions'
              ? t('movingIn.taken', { kind, done: doneRows, errors: errorRows, same: size.same, left: size.left })
              : isBeingChecked
                ? t('movingIn.checking', { done: number(doneRows), all: number(totalRows ?? 0) })
                : '–',
      }
    }),
    ready: files.filter((run) => isBroughtIn(run) && (sizes.get(run.id)?.fresh ?? 0) > 0).length,
    isOpen: files.some(({ state }) => isRunOpen(state)),
  }
}
