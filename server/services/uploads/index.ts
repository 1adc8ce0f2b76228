export { readImage, storeImage } from './store-image.ts';
