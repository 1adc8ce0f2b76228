export const UPLOAD_MESSAGES = {
  notAnImage: 'Please select an image file (PNG, JPG, SVG, etc.)',
  tooLarge: 'File size must be less than 10MB',
  unreadable: 'This image is damaged or incomplete. Please select another file.',
  tooManyPixels: 'This image has too many pixels: at most 40 megapixels',
  animationTooLarge:
    'This animation is too large: at most 2,000 frames, and 20 megapixels in all of them',
  svgTooLarge: 'This SVG is too large: at most 1 MB',
  svgTooComplex: 'This SVG is too complex. Please simplify the drawing.',
  svgBroken: 'This SVG cannot be read. Please export it again.',
  svgEmpty: 'This SVG holds nothing that can be shown',
  folder: 'Choose one of the folders for images',
  oneFile: 'Send exactly one file in the field "file"',
  succeeded: 'Image uploaded successfully',
  diskFull: 'The disk of the server is nearly full: no image can be stored',
  failed: 'Failed to upload image',
  notOurs: 'Please upload the image here: addresses of other sites are not shown',
} as const;
