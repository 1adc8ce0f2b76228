/** The name under which the server's markup has the image of a post or testimonial. */
export function imageName({ id }: { id: string }): string {
  return `image-${id}`;
}
