#pragma once
// Names that shaders of the particle step get as defines (shaders/simulate/), for C++, which reads them
// per emitter. These macros are never undefined: sources that include this are compiled separately.

#define IN_OUT(type) type&
#define PRECISE
#define SAME_UINT std::uint32_t
#define CURL_SCALE curl_scale
#define REST_SPEED rest_speed
#define STEP_SECONDS step_seconds
#define BOUNCES most_bounces
#define BIRTH emitter.birth
#define SHAPE emitter.shape
#define SWIRLS (emitter.swirl != 0.0f)
#define ALONG_COLOR emitter.color.along
#define ALONG_OPACITY emitter.opacity.along
#define ALONG_GROWTH emitter.growth.along
#define ONE_PLACE (emitter.one_place != 0u)
#define GROWS (emitter.grows != 0u)
#define EACH_FORCE                                \
  for (std::uint32_t i = 0; i < force_count; ++i) \
    if ((emitter.forces >> i & 1u) != 0u) add_force(i, forces[i].kind, place, pull, air);
#define EACH_COLLIDER \
  for (std::uint32_t i = 0; i < collider_count; ++i) meet(contact, i, colliders[i].shape, from, way);
