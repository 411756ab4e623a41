import { isRunOpen, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { recordUploadOf } from '#features/machinery/records/record-plan.ts'
import type { FileSize } from './moved-files.server.ts'

interface MovedFileModel {
  id: string
  name: string
  href: string
  /** "eBay orders report, uploaded 5 minutes ago". */
  note: string
  status: { tone: StatusTone; text: string }
  /** Text about the check, or about the outcome. */
  result: string
}

export interface MovingInModel {
  files: MovedFileModel[]
  /** Files that can be brought in. */
  ready: number
  isOpen: boolean
}

const tones: Readonly<Partial<Record<FileRun['state'], StatusTone>>> = {
  DONE: 'good',
  DONE_WITH_ERRORS: 'warn',
  FAILED: 'bad',
}

const isChecked = (run: FileRun): boolean => recordUploadOf(run)?.plan.isChecked ?? false

export function movingInModel(
  { files, sizes }: { files: readonly FileRun[]; sizes: ReadonlyMap<string, FileSize> },
  { texts, now }: { texts: Texts; now: Date },
): MovingInModel {
  const { t, number } = texts
  return {
    files: files.map((run) => {
      const { id, kind, state, totalRows, doneRows, errorRows } = run
      const size = sizes.get(id) ?? { fresh: 0, problems: 0, same: 0, left: 0 }
      const isBeingChecked = isRunOpen(state) && !isChecked(run)
      return {
        id,
        name: run.fileName,
        href: kind === 'listings' ? paths.upload(id) : paths.movingInFile(id),
        note: t('movingIn.file', { kind, at: momentWords(run.madeAt, now, texts) }),
        status: {
          tone: tones[state] ?? 'neutral',
          text: t('movingIn.state', { state: isBeingChecked ? 'CHECKING' : state }),
        },
        result:
          state === 'CREATED'
            ? t('movingIn.found', { kind, ...size })
            : isChecked(run)
              ? t('movingIn.taken', { kind, done: doneRows, errors: errorRows, same: size.same, left: size.left })
              : isBeingChecked
                ? t('movingIn.checking', { done: number(doneRows), all: number(totalRows ?? 0) })
                : '–',
      }
    }),
    ready: files.filter(({ id, state }) => state === 'CREATED' && (sizes.get(id)?.fresh ?? 0) > 0).length,
    isOpen: files.some(({ state }) => isRunOpen(state)),
  }
}
