export const pictures = {
  'pictures.title': 'Pictures',
  'pictures.hint':
    'JPEG, PNG or WebP, up to {megabytes} MB each and at least {side} px on the longer side. The first one is the main picture.',
  'pictures.count': '{n} of {max}',
  'pictures.add': 'Add pictures',
  'pictures.drop': 'or drop or paste them here',
  'pictures.dropNow': 'Drop to add',
  'pictures.main': 'Main',
  'pictures.name': 'Picture {n}',
  'pictures.earlier': 'Move picture {n} earlier',
  'pictures.later': 'Move picture {n} later',
  'pictures.remove': 'Remove picture {n}',
  'pictures.removed': 'Removed',
  'pictures.describe.label': 'What picture {n} shows',
  'pictures.sending': 'Sending, {percent}',
  'pictures.preparing': 'Preparing',
  'pictures.cancelNamed': 'Cancel {file}',
  'pictures.againNamed': 'Try again: {file}',
  'pictures.dismiss': 'Dismiss',
  'pictures.dismissNamed': 'Dismiss {file}',
  'pictures.unsent':
    '{n, plural, one {# picture is still being sent} other {# pictures are still being sent}}: the form goes on when this is done.',
  'pictures.addChosen': 'Add the chosen pictures',
  'pictures.said.added': '{n, plural, one {# picture added} other {# pictures added}}, {count} in all',
  'pictures.said.moved': 'Picture {from} is now number {to} of {count}',
  'pictures.said.removed': 'Picture {n} removed. It can be undone.',
  'pictures.said.restored': 'The picture is back at its place',
  'pictures.refused.empty': 'The file is empty. Choose the picture again.',
  'pictures.refused.animated': 'Animated pictures are not accepted. Choose a still picture.',
  'pictures.refused.gif': 'GIF files are not accepted. Save the picture as JPEG or PNG.',
  'pictures.refused.format':
    '{kind} pictures are not accepted. Save or export it as JPEG, PNG or WebP{kind, select, HEIC {. On an iPhone, choose “Most Compatible” under Settings, Camera, Formats} other {}}.',
  'pictures.refused.not-a-picture':
    '{kind, select, pdf {This is a PDF document, not a picture.} archive {This is an archive or an office document, not a picture.} video {This is a video, not a picture.} program {This is a program, not a picture.} webpage {This is a web page, not a picture.} other {This is not a picture.}} Choose a JPEG, PNG or WebP file.',
  'pictures.refused.broken': 'The file is damaged or incomplete. Export or copy the picture once more.',
  'pictures.refused.too-large': 'The file is larger than {megabytes} MB. Save it smaller.',
  'pictures.refused.not-let-through': 'The file is larger than this hub’s connection lets through. Save it smaller.',
  'pictures.refused.too-many-pixels':
    'It has {width} × {height} pixels, more than {megapixels} million. Save it smaller.',
  'pictures.refused.too-small':
    'It has {width} × {height} pixels. At least {long} are needed on the longer and {short} on the shorter side.',
  'pictures.refused.too-many': 'A listing has at most {count} pictures. Remove one first.',
  'pictures.refused.busy': 'Too many pictures are being prepared just now. Try again in a moment.',
  'pictures.refused.not-kept':
    'The picture could not be saved. Try again; if that does not help, contact the marketplace’s support.',
  'pictures.refused.no-answer': 'The connection was lost. Try again.',
  'pictures.refused.signed-out': 'You are no longer signed in. Sign in again, then add the picture.',
}
