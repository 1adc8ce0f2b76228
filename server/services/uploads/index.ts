export { readImage, storeImage, withUploadPlace } from './store-image.ts';
